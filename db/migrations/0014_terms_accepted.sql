-- Which version of the terms somebody accepted for their account, and when.
alter table app_user add column terms_version text;
alter table app_user add column terms_accepted_at timestamptz;
alter table app_user add constraint app_user_terms_check check ((terms_version is null) = (terms_accepted_at is null));
-- Whoever signed up could not do so without accepting the terms that were shown to them, of which there was one version.
-- Invited owners never saw them: they are asked at their next visit.
update app_user set terms_version = '2026-09-01', terms_accepted_at = created_at where invited_at is null;
