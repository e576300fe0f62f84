-- Wrong passkeys are counted apart from wrong passwords, which now have a number for the day: whoever guesses at a password does not
-- keep its owner from using a passkey.
alter table pool.throttle
  drop constraint throttle_kind_check,
  add constraint throttle_kind_check check (
    kind in (
      'password', 'passkey', 'code', 'mfa', 'question', 'sign_up', 'sign_up_code', 'password_code', 'attribute_code', 'sign_in_code',
      'second_step_code', 'address', 'address_letters', 'network', 'network_letters', 'attack_letter'
    )
  );
