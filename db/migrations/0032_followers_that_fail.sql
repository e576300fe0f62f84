-- A follower that fails is tried again after a pause that grows, by itself: others go on, and a page of changes does not start another try.
alter table change_follower
  add column failures integer not null default 0,
  add column retry_at timestamptz,
  add column error text;
