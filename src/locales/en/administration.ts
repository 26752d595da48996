import { catalogues } from './catalogues.ts';
import { hospitalsTexts } from './hospitals.ts';
import { operationsTexts } from './operations.ts';

/** The frame of the administration. */
const frame = {
  title: 'Administration',
  sections: 'Sections of the administration',
  names: {
    people: 'People',
    identityRequests: 'Names and titles',
    departments: 'Departments',
    certificates: 'Certificates',
    medicines: 'Medicines',
    diagnoses: 'Diagnoses',
    dictionaries: 'Dictionaries',
    checks: 'Rules of prescribing',
    hospital: 'Hospital',
    operations: 'Operations',
    hospitals: 'All hospitals',
  },
} as const;

/** The staff of the hospital and their accounts. */
const people = {
  add: 'Add a person',
  create: 'Create account',
  account: 'Account',
  filters: 'Filters',
  clearFilters: 'Clear filters',
  keyword: 'Name, account or mobile',
  table: 'People',
  deptAndTitle: 'Department and title',
  state: 'State',
  states: { enabled: 'Enabled', disabled: 'Disabled' },
  firstLogin: 'Not logged in yet',
  operator: 'Operates the platform',
  operatorNote: 'This person also operates the platform, so only an operator can change the account.',
  lastSignIn: 'Last login',
  never: 'Never',
  roles: { doctor: 'Doctor', auditor: 'Reviewer', administrator: 'Administrator' },
  noDepartment: 'No department',
  noTitle: 'No title',
  fields: {
    username: 'Account',
    name: 'Name',
    nameEn: 'Name in English',
    mobile: 'Mobile number',
    role: 'Role',
    deptId: 'Department',
    titleCode: 'Title',
    headsDept: 'Heads the department and plans its hours',
    reviewsCertificates: 'May review certificates of colleagues',
  },
  hints: { username: '3 to 32 letters, digits or . _ - ; it cannot be changed later.' },
  problems: {
    username: 'Use 3 to 32 letters, digits or . _ - and begin with a letter or digit.',
    mobile: 'Enter the 11 digits of a mobile number.',
    deptId: 'Choose the department in which the doctor works.',
  },
  empty: 'Nobody matches these filters',
  emptyText: 'Change or clear the filters.',
  none: 'Nobody here yet',
  noneText: 'Add the doctors, reviewers and administrators of the hospital.',
  access: 'Access',
  sessions: 'Logged-in devices',
  endSession: 'End the session on {{device}}, logged in {{time}}',
  openSessions_one: 'Logged in on {{count}} device.',
  openSessions_other: 'Logged in on {{count}} devices.',
  acts: {
    disable: 'Disable account',
    enable: 'Enable account',
    resetPassword: 'Reset password',
    unlock: 'Unlock login',
    endSessions: 'Log out everywhere',
  },
  confirm: {
    disable: {
      title: 'Disable the account of {{name}}?',
      text: 'The person is logged out within seconds and can no longer log in.',
    },
    passesOn: 'Whoever waits for this doctor is offered to colleagues of the department or gets the payment back.',
    withPatients_one:
      'The person is logged out within seconds. {{count}} running consultation stays with this doctor and is not answered until you enable the account again or it ends.',
    withPatients_other:
      'The person is logged out within seconds. {{count}} running consultations stay with this doctor and are not answered until you enable the account again or they end.',
    enable: { title: 'Enable the account of {{name}}?', text: 'The person can log in again.' },
    resetPassword: {
      title: 'Reset the password of {{name}}?',
      text: 'The current password stops working and the person is logged out. You get a password for one login.',
    },
    unlock: {
      title: 'Unlock the login of {{name}}?',
      text: 'Wrong passwords so far are forgotten. Make sure that it is the person who asks you.',
    },
    endSessions: { title: 'Log out {{name}} everywhere?', text: 'The person can log in again with the same password.' },
  },
  done: {
    disable: '{{name}} is disabled and logged out.',
    disabledWithPatients_one:
      '{{name}} is disabled. {{count}} running consultation is left unanswered; the patient was told.',
    disabledWithPatients_other:
      '{{name}} is disabled. {{count}} running consultations are left unanswered; the patients were told.',
    passedOn: 'Of those who waited, {{offered}} now wait for colleagues and {{refunded}} get the payment back.',
    enable: '{{name}} can log in again.',
    unlock: 'The login of {{name}} is unlocked.',
    endSessions_one: '{{count}} device was logged out.',
    endSessions_other: '{{count}} devices were logged out.',
  },
  password: {
    title: 'Password for {{name}}',
    text: 'It is shown only now and opens one login within 72 hours, at which it must be changed. Hand it over in person.',
    label: 'Password for one login',
    copy: 'Copy',
    copied: 'Copied.',
    notCopied: 'The browser did not allow copying. Select the password and copy it yourself.',
    noted: 'I have noted it',
  },
} as const;

/** The departments of the hospital. */
const departments = {
  text: 'Offered in this order. A retired one stays in old records only.',
  add: 'Add a department',
  none: 'No departments yet',
  noneText: 'Add the departments in which the doctors of the hospital work.',
  fields: { name: 'Name', nameEn: 'Name in English' },
  people_one: '{{count}} person',
  people_other: '{{count}} people',
  retired: 'Retired',
  retire: 'Retire',
  retireNamed: 'Retire {{name}}',
  reuse: 'Use again',
  reuseNamed: 'Use {{name}} again',
  up: 'Move {{name}} up',
  down: 'Move {{name}} down',
} as const;

/** Requests of people to be called otherwise. */
const identityRequests = {
  text: 'People ask here for another name, title or department. Signatures show what you approve; what was signed before keeps its names.',
  none: 'No request waits',
  noneText: 'Requests appear here when people hand them in under Profile.',
  asked: 'Asked',
  change: '{{before}} → {{after}}',
  approve: 'Approve',
  reject: 'Reject',
  reason: 'Reason for a rejection',
  reasonHint: 'The person reads it.',
  approveSure: 'Approve the change for {{name}}?',
  rejectSure: 'Reject the change for {{name}}?',
  approveEffect: 'It takes effect at once, for everybody. Compare it with an identity document or certificate first.',
  rejectEffect: 'Nothing changes. The person reads the reason and can ask again.',
  approved: 'The change for {{name}} is approved.',
  rejected: 'The change for {{name}} is rejected.',
} as const;

const certificates = {
  waiting: 'Certificates that wait for a review',
  expiring: 'Certificates that end soon',
  noneExpires: 'No certificates end within three months',
  ends: 'ends {{date}}',
  ended: 'ended {{date}}',
} as const;

const hospital = {
  profile: 'Name, contact and logo',
  text: 'The name is shown on the login page, to patients and on prescriptions.',
  fields: { name: 'Name', nameEn: 'Name in English', contact: 'Contact of the administration', logo: 'Logo' },
  contactHint: 'Such as a telephone extension for the staff.',
  logoHint:
    'Shown on the login page, on white. JPEG, PNG or WebP, at most {{pixels}} × {{pixels}} pixels and {{kib}} KiB.',
  settings: {
    title: 'Settings of the hospital',
    lock: 'Workstations',
    hours: 'Parts of the day',
    hoursText:
      'Plans name parts of the day. Existing plans stay and follow the new times at once, also today: doctors whose planned hours begin or end by the change are set on duty or away. There may be breaks between the parts. The day ends at 24:00.',
    ends: { from: '{{part}} from', to: '{{part}} to' },
    consultations: 'Consultations',
    prices: 'Prices before a doctor is known',
    pricesText: 'In yuan, for patients who choose no doctor. New orders only. A kind without a price is not offered.',
    price: 'Price: {{kind}}',
    permissions: 'Permissions',
    fields: {
      idleLockMin: 'Lock after minutes without use',
      overdueMin: 'Wait is overdue after minutes',
      awaitingMin: 'Refund without a doctor after minutes',
      durationMin: 'Length of a consultation in minutes',
      maxActive: 'Consultations of a doctor at once',
      maxOpenOrders: 'Open orders of a patient',
      auditorsReadMessages: 'Reviewers read the messages of a consultation while they review its prescription',
      prescribesDuringReview: 'Doctors with approved certificates prescribe while newer ones are reviewed',
    },
    hints: {
      idleLockMin: '1 to 120. An open workstation follows when its page is loaded again.',
      overdueMin: '1 to 1440; not later than the refund.',
      awaitingMin: '10 to 10080, which is seven days. New orders only.',
      durationMin: '5 to 10080; for doctors who have set none. Running consultations keep theirs.',
      maxActive: '1 to 100, of all kinds together.',
      maxOpenOrders: '1 to 20.',
    },
    problems: {
      time: 'Enter a time such as 08:30, at most 24:00.',
      empty: 'Must be later than the beginning of this part.',
      overlap: 'Must not be before {{time}}, when the part before it ends.',
      overdue: 'Must not be later than the refund.',
    },
    save: 'Save settings',
    saved: 'The settings are saved.',
    history: 'Changes of the settings',
    noHistory: 'No changes yet.',
    nothing: 'none',
  },
  operator: 'Set by the operator of the platform',
  operatorText: 'Only the operator opens or closes a hospital and sets its licence. Ask the operator to change it.',
  licence: 'Licence until',
  unlimited: 'Unlimited',
  addresses: {
    title: 'Addresses',
    text: 'Browsers find the hospital under these addresses.',
    none: 'No addresses yet. Add the first one below.',
    current: 'In use here',
    inUse: 'You are working here. To remove it, open the hospital under another address.',
    last: 'The only address. To remove it, add another one first.',
    new: 'New address',
    hint: 'Such as clinic.example or clinic.example:8443. It works once its domain name leads to this platform; the operator sets that up.',
    add: 'Add address',
    added: '{{host}} leads to the hospital now.',
    wasThere: '{{host}} is an address of the hospital already.',
    remove: 'Remove',
    removeNamed: 'Remove {{host}}',
    removed: '{{host}} no longer leads to the hospital.',
    wasGone: '{{host}} was removed already.',
    confirm: {
      title: 'Remove the address {{host}}?',
      text: 'The hospital can no longer be opened under this address, and any hospital of the platform can take it. Whoever works over it now can go on until the page is reloaded: tell them another address first.',
      last: 'It is the only address: nobody can open the hospital any more, and any hospital of the platform can take the address. Whoever works over it now can go on until the page is reloaded.',
    },
  },
} as const;

/** The pages of administrators. */
export const administration = {
  administration: frame,
  people,
  identityRequests,
  departments,
  certificates,
  hospital,
  ...catalogues,
  ...operationsTexts,
  ...hospitalsTexts,
} as const;
