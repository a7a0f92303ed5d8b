-- What the house keeps to itself: no backup takes these rows along, and whoever opens a house without them makes new ones.
-- runs with 012 and later
create table secrets (
  name text primary key,
  value text not null
);
