-- Who waits for a decision whether they are removed, and who an admin has decided to keep, each by the vendor's id.
alter table sync_stream
  add column held_ids text[] not null default '{}',
  add column kept_ids text[] not null default '{}',
  add column kept_at timestamptz;
-- Nobody knows any more who was kept: they wait again, and nobody is removed.
update sync_stream set held = held - 'kept_at' - 'agreed_run' where held ->> 'kept_at' is not null;
