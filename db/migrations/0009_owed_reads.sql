-- Settings that were changed while a run was under way: everything is read once more when it ends.
alter table integration add column full_owed boolean not null default false;
grant update (full_owed) on integration to app_rw;
