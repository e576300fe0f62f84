-- An invitation by staff into somebody's account waits for an admin of the account or for a second staff user; nothing was sent yet.
alter table staff_request drop constraint staff_request_kind_check;
update staff_request set subject = replace(subject, ' ', ':') where kind = 'role';
alter table staff_request add constraint staff_request_kind_check check (kind in ('closing', 'ownership', 'role', 'invitation'));
create index app_user_held on app_user (created_at) where status in ('INVITED', 'SUSPENDED') and subject is null and invited_at is null;
