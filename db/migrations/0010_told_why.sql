-- Why something failed, for whoever mends it: an account never reads it.
alter table sync_run add column technical text;
alter table event add column technical text;

-- The vendor asked us to wait; nothing has arrived since.
alter table sync_run add column waiting_until timestamptz;

-- What was found to be gone and held back: {vendor, own, vanished, at}. The same is not looked for again.
alter table sync_stream add column held jsonb;
-- The columns of a sheet by their ids, as its first row names them.
alter table sync_stream add column columns jsonb;
