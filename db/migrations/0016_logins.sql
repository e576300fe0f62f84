-- One login at a vendor may reach several accounts, and each of them is a source of its own: its tokens are kept once, for all of them.

create table integration_grant (
  client_id uuid not null references client on delete cascade,
  id uuid not null,
  type text not null,
  -- Whose login it is, where the vendor tells and one login reaches several accounts; null: the grant of a single source.
  login_id text,
  access_sealed text,
  refresh_sealed text,
  expires_at timestamptz,
  -- Counts renewals: whoever renews says which state they saw.
  version integer not null default 1,
  -- One renewal at a time, for all workers and all sources of the login.
  renewing_until timestamptz,
  primary key (client_id, id)
);
create unique index integration_grant_login on integration_grant (client_id, type, login_id) where login_id is not null;

-- A grant that was a source's own keeps its id, which its sealed tokens are bound to.
insert into integration_grant (client_id, id, type, access_sealed, refresh_sealed, expires_at, version, renewing_until)
select secret.client_id, secret.integration_id, integration.type, secret.access_sealed, secret.refresh_sealed, secret.expires_at,
  secret.version, secret.renewing_until
from integration_secret as secret
join integration on integration.client_id = secret.client_id and integration.id = secret.integration_id;

alter table integration_secret add column grant_id uuid;
update integration_secret set grant_id = integration_id;
alter table integration_secret
  alter column grant_id set not null,
  add foreign key (client_id, grant_id) references integration_grant (client_id, id),
  drop column access_sealed,
  drop column refresh_sealed,
  drop column expires_at,
  drop column version,
  drop column renewing_until;
create index integration_secret_grant on integration_secret (client_id, grant_id);

call protect_table('integration_grant');
revoke all on integration_grant from app_rw, app_staff;
