-- How values of a CRM are compared: without case, surrounding spaces and forms of the same letter, as `comparable` in the contract does. Text in
-- ASCII has one form only.
create function comparable(text) returns text
  language sql immutable parallel safe
  return lower(
    btrim(
      case when octet_length($1) = length($1) then $1 else normalize($1, nfkc) end,
      U&' \0009\000a\000b\000c\000d\1680\2028\2029\feff'
    ) collate pg_unicode_fast
  );

-- In a loop, which takes a third of the time of a query over the values.
create function comparable_tags(tags text[]) returns text[]
  language plpgsql immutable parallel safe
as $$
begin
  for i in 1 .. cardinality(tags) loop
    tags[i] := comparable(tags[i]);
  end loop;
  return tags;
end
$$;

-- Criteria compare the tags of all contacts of a source at once.
alter table contact add column tags_norm text[] not null generated always as (comparable_tags(tags)) stored;
