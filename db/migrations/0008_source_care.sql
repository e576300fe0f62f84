-- Sources, looked after: what a whole read has met, how much of a vendor's day is used, and access that ends by itself.

-- The ids that a whole read has met so far, one row for each step of it: a row for each id would cost more than the reading.
drop table sync_key;
create table sync_seen (
  client_id uuid not null,
  integration_id uuid not null,
  -- contact, opportunity, or member: then of which list.
  object text not null,
  id uuid not null default uuidv7(),
  list_external_id text,
  external_ids text[] not null,
  primary key (client_id, integration_id, object, id),
  foreign key (client_id, integration_id) references integration (client_id, id) on delete cascade
);
call protect_table('sync_seen');

-- Members are no longer marked at each reading: run_id is the run that met them first.
alter table crm_list_member reset (fillfactor);

-- Some vendors give access for weeks and cannot renew it: the person has to come back before.
alter table integration add column access_ends_at timestamptz;
alter table integration add column access_warned_at timestamptz;
-- When the vendor last answered us, by a run or by a probe in the night.
alter table integration add column answered_at timestamptz;

-- Requests of the day, by all workers together.
alter table platform.vendor_budget add column day date;
alter table platform.vendor_budget add column used integer not null default 0;

-- A first read makes these grow from nothing to millions of rows: the worker has them looked at, so that plans fit.
grant maintain on contact, opportunity, opportunity_contact, stage_event, touch, record_payload, crm_list, crm_list_member, sync_seen
  to app_system;
-- Nobody asks by these, and they are the largest to look at.
alter table contact alter column fields set statistics 0;
alter table opportunity alter column fields set statistics 0;
alter table record_payload alter column payload set statistics 0;
alter table sync_seen alter column external_ids set statistics 0;

-- Those who gave access for a time before it was noted when it ends.
update integration set access_ends_at = secret.expires_at
from integration_secret as secret
where secret.client_id = integration.client_id and secret.integration_id = integration.id
  and secret.refresh_sealed is null and secret.expires_at is not null;
