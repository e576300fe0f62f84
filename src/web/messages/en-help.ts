interface Article {
  id: string
  title: string
  /** Text before the list, the list, and what follows it. Two asterisks around a text emphasize it. */
  text: readonly string[]
  points?: readonly string[]
  after?: readonly string[]
}

const articles: readonly Article[] = [
  {
    id: 'sources',
    title: 'Sources',
    text: [
      'A **source** is an account outside Tributary that we read: a CRM (HubSpot, Salesforce, GoHighLevel, ActiveCampaign, Microsoft Dynamics), a spreadsheet (Google Sheets, Airtable) or an ad account (Google Ads, Facebook). You’ll find them under **Connected syncs**.',
      'To add one, open Connected syncs, choose it under the available sources and follow the steps. You need admin access on both sides: in Tributary, and in the account you connect. We only read. We never change anything in your CRM or your ad account.',
    ],
    points: [
      'From a CRM we read contacts, opportunities, their stages, and lists or tags.',
      'From a spreadsheet we read one table. Map its columns once, and its rows become contacts and opportunities.',
      'From an ad account we read spend per campaign and day. Choose the ad account first.',
      'If you manage an agency in GoHighLevel, choose the agency there, then all the locations you want. Each becomes its own source.',
    ],
    after: [
      'After the first sync, a source syncs on a schedule: every 15 or 30 minutes for a CRM, every 15 minutes for Google Sheets, every 12 hours for Airtable, every 4 hours for an ad account. An admin can change how often. If you **disconnect** a source, our access ends right away and its data is erased after 30 days. Reconnect the same account before then and nothing is lost.',
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
      'If records are missing, run a full resync from the same page. If many records disappear from your CRM at once, we don’t remove them right away. An admin reviews them first, then removes or keeps them.',
    ],
  },
  {
    id: 'skipped',
    title: 'Skipped rows',
    text: [
      'We skip a row when we can’t store it safely. The rest of the sync is not affected. Open the source and choose **Skipped** to see every skipped row with its reason:',
    ],
    points: [
      'It has no ID, or no email address or phone number to recognize the contact by.',
      "We can't read a date or an amount, or a date can be read in two ways.",
      'Two rows of a table share the same key.',
      "The record is too large, or doesn't have the format that the vendor documents.",
    ],
    after: ['Fix the row in your CRM or spreadsheet. The next sync reads it again, and it disappears from the list.'],
  },
  {
    id: 'lineage',
    title: 'Lineage: where a value comes from',
    text: [
      'Every contact can be traced back to its source. Open a source, choose **Contacts and lineage** and pick a contact. For each field you see which record it was read from and when, and you can open the original record as the vendor sent it.',
      'Use it when a value looks wrong. It shows whether the value is wrong in your CRM or was synced before it changed.',
    ],
  },
  {
    id: 'roles',
    title: 'Roles and who can do what',
    text: ['Everyone in your account has a role. Admins change it under **Users**.'],
    points: [
      '**User**: sees Home, sources, users and activity, starts a sync (once every 15 minutes), and edits their own profile. On an agency account, an admin can limit a user to certain companies.',
      '**Admin**: everything a user can do, and also connects and disconnects sources, invites and suspends users, edits the account, and reads the audit log.',
      '**Account admin**: an admin who can also transfer or close the account. Our staff assign this role.',
      '**Super admin**: the same permissions as an account admin. The owner, an account admin or another super admin assigns this role under **Users**.',
      '**Owner**: one user per account, shown next to their role. The owner can do everything an account admin can.',
    ],
    after: ['Everyone except the owner can leave an account in **My Account**.'],
  },
  {
    id: 'sync-status',
    title: 'Sync statuses and what to do',
    text: ['Connected syncs shows one status per source. Open a source to see each sync with its steps.'],
    points: [
      "**Active**: everything works. You don't need to do anything.",
      "**Syncing**: we're reading records. You can leave the page.",
      '**Finish setup**: you have to choose something first, such as an ad account, a location or the columns of a table. Choose **Finish setup** on Home.',
      '**Paused**: the vendor asked us to wait. The sync resumes automatically.',
      '**Last sync failed**: the reason is shown next to it. We try again on schedule. If it keeps failing, follow the reason or contact support.',
      '**Error**: the vendor revoked our access, for example after a password change. Choose **Reconnect** and pick the same account. Nothing is lost. The next sync resumes where the last one stopped.',
      '**Disconnected**: someone disconnected it. We erase its data 30 days later, unless you reconnect it.',
    ],
  },
  {
    id: 'reference-ids',
    title: 'Reference IDs',
    text: [
      'When something fails on our side, the message shows a **reference ID**. It identifies one request, so support can find out what happened without asking you to repeat it.',
      'Copy the ID and send it to support together with what you were doing. The ID contains no personal data. The audit log shows the ID of each change as its request.',
    ],
  },
  {
    id: 'staff',
    title: 'What our staff can see',
    text: [
      'To support you, our staff can see your account’s name and status, its users, its sources and the results of syncs. They can’t see contacts synced from your sources.',
      'Where personal data is masked, staff have to give a reason before they see it. What staff do in your account is recorded in your **audit log**, and in the activity they appear as “Tributary staff”.',
      'When staff ask to invite a user to your account, we send nothing until you approve it under Users or a second staff user does. We email you when they ask.',
    ],
  },
  {
    id: 'shortcuts',
    title: 'Keyboard shortcuts',
    text: ['You can reach everything with the Tab key. These shortcuts save time:'],
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
      'Ask an admin of your account first: they can change your role, reconnect a source and read the audit log. You’ll find them under **Users**.',
      'If that doesn’t help, contact Tributary support through the user who set up your account. Include the reference ID if there is one, the name of the source and the time.',
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
