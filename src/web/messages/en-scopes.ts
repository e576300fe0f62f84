/** English texts of permissions, by what the vendor calls each, its words joined by one line. */
export const scopeMessages = {
  // HubSpot
  oauth: 'See which portal you connect',
  crm_objects_contacts_read: 'Read contacts',
  crm_objects_deals_read: 'Read deals',
  crm_objects_owners_read: 'Read who owns contacts and deals',
  crm_lists_read: 'Read lists and who is in them',
  crm_schemas_contacts_read: 'Read which fields contacts have',
  crm_schemas_deals_read: 'Read which fields and stages deals have',
  // Salesforce
  api: 'Read what you can see there: leads, contacts, opportunities and campaigns',
  refresh_token: "Keep syncing when you're not signed in",
  id: 'See who you are and which organization you connect',
  // Microsoft Dynamics
  user_impersonation: 'Read what you can see there: leads, contacts and opportunities',
  offline_access: "Keep syncing when you're not signed in",
  // GoHighLevel
  contacts_readonly: 'Read contacts',
  opportunities_readonly: 'Read opportunities and their pipelines',
  oauth_readonly: 'List the agency locations where Tributary is installed',
  oauth_write: 'Access the agency locations you choose',
  locations_readonly: 'See which location you connect',
  locations_tags_readonly: 'Read the tags of contacts',
  locations_customFields_readonly: 'Read your custom contact fields',
  users_readonly: 'Read who owns contacts and opportunities',
  // Facebook
  ads_read: 'Read campaigns, their cost and results',
  business_management: 'List the businesses and ad accounts you can access',
  // Google
  https_www_googleapis_com_auth_adwords: 'Read campaigns, their cost and results, in the ad accounts you can access',
  https_www_googleapis_com_auth_spreadsheets_readonly: 'Read your spreadsheets',
  openid: 'See who you are',
  email: 'See your email address',
  // Airtable
  data_records_read: 'Read the records of the base',
  schema_bases_read: 'Read which tables and fields the base has',
} as const
