-- 0014 also recorded an acceptance for members who had joined by an invitation before invited_at existed. Only the owner of an
-- account accepts the terms, so what 0014 recorded for anyone else is removed. Acceptances made since then stay.
update app_user set terms_version = null, terms_accepted_at = null
where terms_accepted_at = created_at
  and created_at < (select applied_at from platform.migration where name = '0014_terms_accepted')
  and not exists (select from client where client.client_id = app_user.client_id and client.owner_user_id = app_user.id);
