-- Currencies have none to four decimals: an amount is kept with those that it came with.
alter table opportunity alter column amount type numeric;

-- What people are found by is short enough for an index, however long a name is.
alter table contact alter column name_key
  set expression as (left(lower(trim(coalesce(first_name, '') || ' ' || coalesce(last_name, ''))), 200));
alter table contact alter column last_key set expression as (left(lower(trim(last_name)), 200));
