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

-- Null if they are too long for an index.
create function comparable_short_tags(tags text[]) returns text[]
  language plpgsql immutable parallel safe
as $$
begin
  if cardinality(tags) > 50 or octet_length(array_to_string(tags, '')) > 500 then
    return null;
  end if;
  return comparable_tags(tags);
end
$$;

-- Criteria compare the tags of all contacts of a source at once: they are read from an index, which is a fifth of the table.
alter table contact add column tags_norm text[] generated always as (comparable_short_tags(tags)) stored;
create index contact_tags on contact (client_id, data_source_id) include (id, external_id, created_at, tags_norm)
  where deleted_at is null and merged_into is null and tags_norm is not null;
create index contact_many_tags on contact (client_id, data_source_id)
  where deleted_at is null and merged_into is null and tags_norm is null;

-- Opportunities that count are found without reading them.
drop index opportunity_data_source;
create index opportunity_data_source on opportunity (client_id, data_source_id) include (id) where deleted_at is null;
