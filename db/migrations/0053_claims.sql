-- A company that was a ghost company of an agency takes over what the agency kept for it, with an invitation that names it.
alter table connection add column ghost_id uuid;
-- One open invitation or connection of each ghost company.
create unique index connection_ghost on connection (client_id, ghost_id) where ghost_id is not null and state <> 'CANCELED';

-- What the company chooses, from the moment it accepted. One row in each of the two accounts; the agency's has the state alone.
create table claim (
  client_id uuid not null,
  connection_id uuid not null,
  ghost_id uuid not null,
  company_name text not null,
  state text not null default 'open' check (state in ('open', 'kept', 'kept_counts', 'erased')),
  opened_at timestamptz not null,
  chosen_at timestamptz,
  -- In the company's row, once it has chosen: the user, and what there was, in numbers.
  chosen_by uuid,
  figures jsonb,
  -- Where it keeps counts only: by month, channel, stage and outcome.
  counts jsonb,
  -- Where it keeps the rows: its source.
  integration_id uuid,
  primary key (client_id, connection_id),
  foreign key (client_id, connection_id) references connection (client_id, id) on delete cascade
);
create index claim_ghost on claim (client_id, ghost_id);
call protect_table('claim');
-- Both rows change together, which only the product itself can do.
revoke insert, update, delete on claim from app_rw, app_staff;

-- A source with rows that were kept by a claim, as long as no sheet is connected to it.
alter table integration add column kept_at timestamptz;

-- Nothing arrives any longer, and what arrived is being erased: its company claimed it.
alter table webhook_endpoint add column ended_at timestamptz;
