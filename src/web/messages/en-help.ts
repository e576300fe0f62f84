interface Article {
  id: string
  title: string
  /** Text before the list, the list, and what follows it. Two asterisks stand around words to emphasize. */
  text: readonly string[]
  points?: readonly string[]
  after?: readonly string[]
}

const articles: readonly Article[] = [
  {
    id: 'sources',
    title: 'Sources',
    text: [
      'A **source** is an account outside Tributary that we read: a CRM (HubSpot, Salesforce, GoHighLevel, ActiveCampaign, Microsoft Dynamics), a spreadsheet (Google Sheets, Airtable) or an ad account (Google Ads, Facebook). You find them under **Connected syncs**.',
      'To add one, open Connected syncs, choose it under the available sources and follow the steps. You need admin access on both sides: in Tributary, and in the account you connect. We only read. We never change anything in your CRM or your ad account.',
    ],
    points: [
      'A CRM brings contacts, opportunities, their stages, and lists or tags.',
      'A spreadsheet brings one table. Map its columns once, and its rows become contacts and opportunities.',
      'An ad account brings spend per campaign and day. Choose the ad account first.',
      'If you manage an agency at GoHighLevel, choose the agency there, then all the locations you want. Each becomes a source of its own.',
    ],
    after: [
      'After the first sync, a source is read on a schedule: every 15 or 30 minutes for a CRM, every 15 minutes for Google Sheets, every 12 hours for Airtable, every 4 hours for an ad account. An admin can change how often. If you **disconnect** a source, our access ends right away and its data is erased after 30 days. Reconnect the same account before then and everything is back.',
    ],
  },
  {
    id: 'counts',
    title: 'What the counts mean',
    text: [
      'Open a source and choose **Counts**. After each full sync, we ask your CRM how many records it has and compare that with what is in Tributary.',
    ],
    points: [
      '**In your CRM**: how many contacts or opportunities the vendor counts. Some vendors have no count of their own.',
      '**In Tributary**: how many of them we have stored.',
      '**Skipped**: rows we could read but not store, each with its reason.',
      '**Difference**: what is left. Records that you chose not to sync are listed on their own and are not an error.',
    ],
    after: [
      'If records are missing, run a full resync from the same page. If many records disappeared from your CRM at once, we do not remove them right away: an admin reviews them first, and removes or keeps them.',
    ],
  },
  {
    id: 'skipped',
    title: 'Skipped rows',
    text: [
      'A row is skipped when we cannot store it safely. The rest of the sync is not affected. Open the source and choose **Skipped** to see every skipped row with its reason:',
    ],
    points: [
      'There is no ID, or no email address or phone number to recognize the contact by.',
      'A date or an amount cannot be read, or a date can be read in two ways.',
      'Two rows of a table share the same key.',
      'The record is too large, or its shape is not the one the vendor documents.',
    ],
    after: ['Fix the row in your CRM or spreadsheet. The next sync reads it again, and it disappears from the list.'],
  },
  {
    id: 'lineage',
    title: 'Lineage: where a value comes from',
    text: [
      'Every contact can be traced back to its source. Open a source, choose **Contacts and lineage** and pick a contact. For each field you see which record it was read from and when, and you can open the original record as the vendor sent it.',
      'Use it when a value looks wrong: it tells you whether the value is wrong in your CRM or was read at an earlier time.',
    ],
  },
  {
    id: 'roles',
    title: 'Roles and who can do what',
    text: ['Everybody in your account has a role. Admins change it under **Users**.'],
    points: [
      '**User**: sees Home, sources, users and activity, starts a sync (once every 15 minutes), and edits their own profile. On an agency account, an admin can limit a user to certain companies.',
      '**Admin**: everything a user can do, and also connects and disconnects sources, invites and suspends users, edits the account, and reads the audit log.',
      '**Account admin**: an admin who can also hand over the account or close it. Our staff give this role.',
      '**Super admin**: the same permissions as an account admin. The owner, an account admin or another super admin gives this role under **Users**.',
      '**Owner**: one user per account, shown beside their role. The owner can do what an account admin can.',
    ],
    after: ['Everybody but the owner can leave an account in **My Account**.'],
  },
  {
    id: 'sync-status',
    title: 'Sync statuses and what to do',
    text: ['Connected syncs shows one status per source. Open a source to see each sync with its steps.'],
    points: [
      '**Active**: everything works. There is nothing to do.',
      '**Syncing**: records are being read. You can leave the page.',
      '**Finish setup**: something has to be chosen first, such as an ad account, a location or the columns of a table. Choose **Finish setup** on Home.',
      '**Paused**: the vendor asked us to wait. The sync resumes automatically.',
      '**Last sync failed**: the reason stands beside it. We try again on schedule. If it keeps failing, follow the reason or contact support.',
      '**Error**: the vendor no longer accepts our access, for example after a password change. Choose **Reconnect** and pick the same account. Nothing is lost: the sync continues where it stopped.',
      '**Disconnected**: somebody disconnected it. Its data is erased 30 days later, unless you reconnect it.',
    ],
  },
  {
    id: 'reference-ids',
    title: 'Reference IDs',
    text: [
      'When something fails on our side, the message shows a **reference ID**. It identifies exactly one request, and lets support find what happened without asking you to repeat it.',
      'Copy the ID and send it to support together with what you were doing. The ID contains no personal data. The audit log shows the ID of each change as its request.',
    ],
  },
  {
    id: 'staff',
    title: 'What our staff can see',
    text: [
      'Our staff look after accounts: they see your account’s name and status, its users, its sources and the results of syncs. Contacts that were read from your sources are hidden from them.',
      'Where personal data is masked, staff have to give a reason before they see it. What staff do in your account is recorded in your **audit log**, and in the activity they appear as “Tributary staff”.',
      'When staff ask to invite a user to your account, nothing is sent until you approve it under Users or a second staff user does. We email you when they ask.',
    ],
  },
  {
    id: 'shortcuts',
    title: 'Keyboard shortcuts',
    text: ['Everything can be reached with the Tab key. These keys save time:'],
    points: [
      '**Ctrl K** (on a Mac, **Command K**): search pages, sources, help and actions.',
      '**Arrow keys** and **Enter**: move through the search results and open one.',
      '**Escape**: close the open window, menu or search.',
    ],
  },
  {
    id: 'get-help',
    title: 'Get help',
    text: [
      'Ask an admin of your account first: they can change your role, reconnect a source and read the audit log. You find them under **Users**.',
      'If that does not help, contact Tributary support through the user who set up your account. Include the reference ID if there is one, the name of the source and the time.',
    ],
  },
]

/** English texts of the help page, loaded with it and with the command palette. */
export const helpMessages = {
  intro: 'How Tributary works, in plain words.',
  contents: 'On this page',
  search: 'Search help',
  nothing: 'No article matches. Try another word.',
  print: 'Print',
  articles,
} as const
