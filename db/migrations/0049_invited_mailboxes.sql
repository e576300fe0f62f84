-- How many invitations to connect a mailbox got from all accounts together, in a window of time. Of its address only the hash is kept.
create table platform.invited_mailbox (
  mailbox_hash bytea primary key,
  sent integer not null,
  since timestamptz not null
);
create index invited_mailbox_since on platform.invited_mailbox (since);
grant select, insert, update, delete on platform.invited_mailbox to app_system;
