interface Section {
  id: string
  title: string
  /** Text before the list, the list, and what follows it. Two asterisks around a text emphasize it. */
  text: readonly string[]
  points?: readonly string[]
  after?: readonly string[]
}

const sections: readonly Section[] = [
  {
    id: 'who',
    title: 'Who these terms are for',
    text: [
      'They apply to every account. An **agency** offers marketing or sales services to others. A **company** shares data about its own customers with an agency. The person who creates the account confirms that they may act for the organization.',
      'Invited users accept these terms when they first sign in. An account belongs to the organization, not to the person who created it.',
    ],
  },
  {
    id: 'share',
    title: 'What you share and keep',
    text: [
      'When a company connects a CRM, we read the records it chooses and keep them in its own account. Nothing reaches an agency until three things have happened:',
    ],
    points: [
      'the company wrote sharing criteria and acknowledged that personal data is included;',
      'the agency accepted that exact version;',
      'the first sync finished without open errors.',
    ],
    after: [
      'Records outside the criteria are never shown, counted or hinted at. Fields that look like health, religion, identity or bank data stay off unless the company turns them on and gives a reason.',
    ],
  },
  {
    id: 'agencies',
    title: 'What agencies may do with it',
    text: [
      'Use shared data to measure and improve the work done for that company. Building ad audiences and exporting rows need separate permission in the agreement.',
      'Selling the data, mixing it between companies or trying to identify pseudonymous people is not allowed. Every view of a shared person is recorded, and the company can read that record.',
    ],
  },
  {
    id: 'ending',
    title: 'Ending a connection',
    text: [
      'Either the agency or the company may end a connection at any time. We remove shared rows, derived lists and audiences, and both get a receipt that says what was erased and what could not be recalled, such as a file already downloaded.',
      'Narrowing an agreement works the same way: whatever the new version no longer covers is removed from the agency, and the receipt lists it in counts.',
    ],
  },
  {
    id: 'payment',
    title: 'Plans and payment',
    text: [
      'Company accounts are free. Agency accounts are free for 14 days and continue on the plan the agency chooses. We count seats, connections and automation events, and show what counts next to each counter.',
      'No counter ever stops you from reading your own data. Fees are due in advance for each period; a plan can be changed or ended at any time with effect from the next period.',
    ],
  },
  {
    id: 'duties',
    title: 'Our duties',
    text: ['We run the service with care and tell you when something goes wrong. In particular we'],
    points: [
      'keep each account apart from every other, in the database itself;',
      'store the keys to your CRM encrypted and never show them again;',
      'process personal data only on your instruction, and help you answer people who ask about theirs;',
      'report a breach that concerns your data without delay, with what we know and what we do about it.',
    ],
    after: ['On request we sign a data processing agreement. Where it differs from these terms, it takes precedence.'],
  },
  {
    id: 'yours',
    title: 'Your duties',
    text: [
      'Keep your sign-in to yourself, give people only the role they need, and connect only sources you are entitled to use. You need a lawful reason for the personal data you bring in and share.',
      'Do not try to reach data that is not yours, to overload the service, or to get around its limits. We may suspend an account that puts others at risk, and say why.',
    ],
  },
  {
    id: 'limits',
    title: 'Limits',
    text: [
      'Figures are as good as the sources behind them. Attribution models are ways of looking at the same journeys; they support a decision and do not replace it.',
      'We are liable without limit for intent and gross negligence and for harm to people. Otherwise our liability ends at the fees of the last twelve months, and we are not liable for lost profit.',
    ],
  },
  {
    id: 'changes',
    title: 'Changes',
    text: [
      'When these terms change, we email every account owner at least 30 days before, with the changes marked. If you don’t agree, you can leave before the new version takes effect and take your data with you.',
    ],
  },
  {
    id: 'contact',
    title: 'Contact',
    text: ['Contact the operator of this installation. The same team answers questions about personal data within 30 days.'],
  },
]

/** The terms and conditions in English. */
export const termsMessages = {
  title: 'Terms and conditions',
  version: 'Version {{version}}, in force since {{day}}',
  contents: 'Contents',
  print: 'Print',
  shortTitle: 'In short',
  short: [
    'Your CRM data stays yours. We keep a copy only to do what you ask.',
    'A company decides what to share, with whom and since when, and can stop at any time.',
    'An agency sees only what an accepted agreement lists, and every view is recorded.',
  ],
  shortNote: 'This summary is for convenience. The sections below are binding.',
  sections,
} as const
