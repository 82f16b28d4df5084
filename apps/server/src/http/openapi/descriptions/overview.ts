import type { SchemaTexts } from './text.ts'

export const overviewTexts: SchemaTexts = {
  Overview: {
    description: 'What waits for an administrator, and the use of the last 30 days.',
    properties: {
      attention: 'What needs a decision or a repair. Private databases of other users are left out.',
      more_connections: ['Number of further databases whose last test failed.', 0],
      days: 'The last 30 days in UTC, oldest first, today included. Questions in drafts do not count.',
      'days.day': ['The day in UTC.', '2026-11-26'],
      'days.answered': ['Questions that got an answer.', 41],
      'days.failed': ['Questions that failed or were canceled.', 2],
      questions_before: ['Number of questions in the 30 days before.', 1086],
      feedback: 'Answers of these days that users rated.',
      'feedback.right': ['Answers that users marked as right.', 212],
      'feedback.wrong': ['Answers that users reported as wrong.', 19],
      queued_emails: ['Emails that wait to be sent.', 0],
      version: ['Version of the server.', '1.2.0'],
      last_backup: 'The last backup by `npm run backup`. Null if there is none.',
      'last_backup.at': ['Moment of the copied rows.', '2026-11-26T03:00:00.000Z'],
      'last_backup.folder': ['Folder of the backup, on the machine that made it.', '/backups/parlance-thursday'],
      'last_backup.bytes': ['Size of its files in bytes.', 48_311_296],
    },
  },
  Attention: {
    description: 'Something that an administrator should look at.',
    properties: {
      kind: 'What it is about: a database whose last test failed, a copy of a database whose last scheduled update failed, users or changes of business areas that wait for approval, or verified examples.',
      id: ['ID of the database.', 'b2f6a0d4-4f1e-4c55-9a52-6c2f3f4b1a77'],
      name: ['Name of the database.', 'Warehouse'],
      state: ['State of the database: its last test failed.', 'failed'],
      stage: ['Stage where the test failed. Null if it failed before the first stage.', 'reach', null],
      problem: ['Why the test failed. Null if it did not say.', 'Could not reach wh.example.com.'],
      since: [
        'When the database was tested, when a copy was last updated, or when the first of the users registered.',
        '2026-11-25T09:12:00.000Z',
      ],
      count: ['How many wait.', 3],
      pending: ['Examples that wait for approval.', 4],
      failing: ['Approved examples that no longer run, so that no question uses them.', 0],
    },
  },
}
