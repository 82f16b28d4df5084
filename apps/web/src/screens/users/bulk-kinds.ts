/** What can be done with several users at once. */
export const bulkKinds = [
  'add-to-group',
  'set-daily-limit',
  'change-role',
  'activate',
  'deactivate',
  'approve',
  'decline',
  'delete',
] as const
export type BulkKind = (typeof bulkKinds)[number]
