-- A change of stage that a webhook told and the vendor's record told again is one event: sources that were read before are looked through once.
alter table integration add column stages_settled_at timestamptz;
alter table integration alter column stages_settled_at set default now();
create index integration_unsettled on integration (id) where stages_settled_at is null;

-- When a whole read last met it: what it no longer meets is gone.
alter table pipeline add column synced_at timestamptz;
alter table pipeline_stage add column synced_at timestamptz;
