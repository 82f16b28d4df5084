import { message, type AuditGroup, type Message } from '@parlance/contract'

/** The names of the groups of actions. */
export const groupNames = {
  people: message('Users and sign-in'),
  databases: message('Databases'),
  areas: message('Business areas'),
  quality: message('Examples and evaluation'),
  conversations: message('Conversations'),
  queries: message('Queries'),
  installation: message('Settings and license'),
} as const satisfies Record<AuditGroup, Message>
