-- What a company shares with no agency, whatever criteria say: contacts with a tag, and contacts chosen one by one.
create table exclusion_tag (
  client_id uuid primary key references client on delete cascade,
  tag text not null
);
call protect_table('exclusion_tag');
revoke delete on exclusion_tag from app_rw, app_staff;

create table excluded_contact (
  client_id uuid not null,
  contact_id uuid not null,
  excluded_by uuid,
  excluded_at timestamptz not null,
  primary key (client_id, contact_id),
  foreign key (client_id, contact_id) references contact (client_id, id) on delete cascade
);
call protect_table('excluded_contact');
revoke update on excluded_contact from app_rw, app_staff;
