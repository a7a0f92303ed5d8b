-- The words of letters, written once: each repeats no sentence of those that its household wrote before it on the same day (UTC), so
-- that writing one again takes all of them. A letter is in this table before it is in `letters` if nobody has cared since.
-- runs with 019 and later
create table letter_texts (
  creature_id text not null references creatures (id),
  number integer not null,
  keeper_id text not null,
  written_at bigint not null,
  subject text not null,
  body text not null,
  primary key (creature_id, number)
);
create index letter_texts_by_day on letter_texts (keeper_id, written_at);
