-- Admins hear once when runs of a source keep failing, are held back or skip rows, and once when that is over.
alter table integration add column failures_in_row integer not null default 0;
alter table integration add column failing_since timestamptz;
alter table integration add column told_failing_at timestamptz;
alter table integration add column told_held_at timestamptz;
alter table integration add column told_skipping_at timestamptz;
-- What has been skipped for long is no news.
update integration set told_skipping_at = now()
where exists (select from sync_reject
  where sync_reject.client_id = integration.client_id and sync_reject.integration_id = integration.id);
