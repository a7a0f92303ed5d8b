-- What is kept of growing up is for everybody: snails have no milk teeth, and mirrors no necks for a collar.
-- runs with 019 and later
update keepsakes set kind = 'pencil_mark' where kind = 'milk_tooth';
update keepsakes set kind = 'outgrown_basket' where kind = 'outgrown_collar';
update creatures set heart = replace(replace(heart, '"milk_tooth"', '"pencil_mark"'), '"outgrown_collar"', '"outgrown_basket"')
  where heart is not null;
update letters set facts = replace(replace(facts, '"milk_tooth"', '"pencil_mark"'), '"outgrown_collar"', '"outgrown_basket"');
