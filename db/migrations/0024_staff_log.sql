-- What staff do in an account is written to the log of staff too, with who of them it was: `on_behalf_of` names the account there.
create index audit_entry_of_staff on audit_entry (request_id) where on_behalf_of is not null;
