-- How a community species looks, in words of our own artist, as it was decided when it was designed. Those from before have
-- none: they are read from their designer's words whenever they are drawn.
-- runs with 012 and later
alter table community_species add column look text;
