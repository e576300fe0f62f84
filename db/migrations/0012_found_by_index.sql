-- People are found by the beginning of their name, or by their number, without going through all of them. Compared byte by byte: only then
-- does an index help while row-level security is on.
alter table contact
  add column name_key text collate "C" generated always as (lower(trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')))) stored,
  add column last_key text collate "C" generated always as (lower(trim(last_name))) stored;
create index contact_name on contact (client_id, name_key) where deleted_at is null and merged_into is null;
create index contact_last on contact (client_id, last_key) where deleted_at is null and merged_into is null;
create index contact_phone on contact (client_id, phone_norm) where deleted_at is null and merged_into is null and phone_norm is not null;

-- Those who count are counted and paged through without looking at the others.
drop index contact_newest;
create index contact_living on contact (client_id, created_at desc, id desc) where deleted_at is null and merged_into is null;
create index contact_source on contact (client_id, integration_id, created_at desc, id desc)
  where deleted_at is null and merged_into is null;
create index opportunity_source on opportunity (client_id, integration_id) where deleted_at is null;

-- Rows set aside: the newest first, and those to be tried again.
create index sync_reject_newest on sync_reject (client_id, integration_id, last_at desc, object, external_id);
create index sync_reject_tried on sync_reject (client_id, integration_id, last_at) where parked_at is null;

-- What the night forgets.
create index sync_reject_payload_age on sync_reject (last_at) where payload is not null;
create index sync_run_age on sync_run (finished_at) where finished_at is not null;

-- When a source was last read to its end, however often it failed since.
create index sync_run_well on sync_run (client_id, integration_id, created_at desc, id desc) include (finished_at)
  where status in ('done', 'done_with_rejects');
