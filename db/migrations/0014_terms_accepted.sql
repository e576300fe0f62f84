-- Which version of the terms somebody accepted for their account, and when.
alter table app_user add column terms_version text;
alter table app_user add column terms_accepted_at timestamptz;
alter table app_user add constraint app_user_terms_check check ((terms_version is null) = (terms_accepted_at is null));
-- Owners who signed up could not do so without accepting the terms that were shown to them, of which there was one version.
-- Invited owners never saw them: they are asked at their next visit. Nobody else has to accept.
update app_user set terms_version = '2026-09-01', terms_accepted_at = app_user.created_at
from client
where client.client_id = app_user.client_id and client.owner_user_id = app_user.id and app_user.invited_at is null;
