-- Words of agents that have left: vectors are found by a digest of their text from now on, and are made again when needed.
-- runs with 019 and later
delete from item_vectors;
delete from providers where agents = 0;
