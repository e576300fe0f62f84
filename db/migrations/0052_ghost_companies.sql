-- Companies without users, which an agency keeps for clients who have no account. Their rows belong to the agency.
create table ghost_company (
  client_id uuid not null references client on delete cascade,
  id uuid not null default uuidv7(),
  name text not null,
  name_key text not null,
  -- Who stated that the agency may process this data.
  acknowledged_by uuid,
  acknowledged_at timestamptz,
  -- Until then, a user may be at Google to connect its sheet.
  connecting_until timestamptz,
  claimed_at timestamptz,
  deleted_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (client_id, id)
);
create unique index ghost_company_name on ghost_company (client_id, name_key) where deleted_at is null and claimed_at is null;
call protect_table('ghost_company');

-- The sheet of a ghost company. Its data source has the company's id as company_id, as those of connections do.
alter table integration add column ghost_company_id uuid;
alter table integration add foreign key (client_id, ghost_company_id) references ghost_company (client_id, id);
create unique index integration_ghost_company on integration (client_id, ghost_company_id) where ghost_company_id is not null;

-- The ghost company whose sheet is being connected.
alter table connect_attempt add column ghost_company_id uuid;
create index connect_attempt_ghost_company on connect_attempt (client_id, ghost_company_id) where ghost_company_id is not null;
