-- Ids under which an agency had contacts of a company before, in the company's account. A contact gets another id when the agency loses who it is, so that
-- nobody finds it again by the id. The ledger of what was read finds the contact by either.
create table earlier_shared_id (
  client_id uuid not null,
  connection_id uuid not null,
  shared_id uuid not null,
  -- The company's own id.
  record_id uuid not null,
  primary key (client_id, connection_id, shared_id)
);
call protect_table('earlier_shared_id');
revoke insert, update, delete on earlier_shared_id from app_rw, app_staff;
