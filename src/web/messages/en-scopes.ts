/** English texts of permissions, by what the vendor calls each, its words joined by one line. */
export const scopeMessages = {
  // HubSpot
  oauth: 'Know which portal you connect',
  crm_objects_contacts_read: 'Read contacts',
  crm_objects_deals_read: 'Read deals',
  crm_objects_owners_read: 'Read who owns contacts and deals',
  crm_lists_read: 'Read lists and who is in them',
  crm_schemas_contacts_read: 'Read which fields contacts have',
  crm_schemas_deals_read: 'Read which fields and stages deals have',
  // Salesforce
  api: 'Read what you can see there: leads, contacts, opportunities and campaigns',
  refresh_token: 'Keep reading while you are away',
  id: 'Know who you are and which organization you connect',
  // Microsoft Dynamics
  user_impersonation: 'Read what you can see there: leads, contacts and opportunities',
  offline_access: 'Keep reading while you are away',
  // GoHighLevel
  contacts_readonly: 'Read contacts',
  opportunities_readonly: 'Read opportunities and their pipelines',
  oauth_readonly: 'List the locations of your agency where Tributary is installed',
  oauth_write: 'Open the locations of your agency that you choose',
  locations_readonly: 'Know which location you connect',
  locations_tags_readonly: 'Read the tags of contacts',
  locations_customFields_readonly: 'Read which fields of your own contacts have',
  users_readonly: 'Read who owns contacts and opportunities',
  // Facebook
  ads_read: 'Read campaigns and what they cost and brought',
  business_management: 'List the businesses and ad accounts that you can reach',
  // Google
  https_www_googleapis_com_auth_adwords: 'Read campaigns and what they cost and brought, in the ad accounts that you can reach',
  https_www_googleapis_com_auth_spreadsheets_readonly: 'Read your spreadsheets',
  openid: 'Know who you are',
  email: 'Know your email address',
  // Airtable
  data_records_read: 'Read the records of the base',
  schema_bases_read: 'Read which tables and fields the base has',
} as const
