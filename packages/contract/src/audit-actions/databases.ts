import { messagePattern } from '../messages.ts'
import type { ActionTexts } from './action-texts.ts'

/** Connections, who has access to them, and applications. */
export const databaseActions = {
  'application.create': {
    done: messagePattern('{who} added {target}'),
    failed: messagePattern('{who} could not add an application'),
  },
  'connection.change-protection': {
    done: messagePattern('{who} changed the protected tables of {target}'),
    failed: messagePattern('{who} could not change the protected tables of {target}'),
  },
  'connection.change-values': {
    done: messagePattern('{who} changed which values of {target} are stored'),
    failed: messagePattern('{who} could not change which values of {target} are stored'),
    isChange: true,
  },
  'connection.change-groups': {
    done: messagePattern('{who} changed which groups have access to {target}'),
    failed: messagePattern('{who} could not change which groups have access to {target}'),
  },
  'connection.check': {
    done: messagePattern('{who} found that {target} works again'),
    failed: messagePattern('{who} found that {target} fails'),
  },
  'connection.create': {
    done: messagePattern('{who} added {target}'),
    failed: messagePattern('{who} could not add a connection'),
  },
  'connection.create-sample': {
    done: messagePattern('{who} added the sample database'),
    failed: messagePattern('{who} could not add the sample database'),
  },
  'connection.delete': {
    done: messagePattern('{who} deleted {target}'),
    failed: messagePattern('{who} could not delete {target}'),
  },
  'connection.grant': {
    done: messagePattern('{who} gave {user} access to {target}'),
    failed: messagePattern('{who} could not give access to {target}'),
  },
  'connection.grant-group': {
    done: messagePattern('{who} gave a group access to {target}'),
    failed: messagePattern('{who} could not give a group access to {target}'),
  },
  'connection.lift-protection': {
    done: messagePattern('{who} lifted the protection of a table in {target}'),
    failed: messagePattern('{who} could not lift the protection of a table in {target}'),
  },
  'connection.protect-table': {
    done: messagePattern('{who} protected a table in {target}'),
    failed: messagePattern('{who} could not protect a table in {target}'),
  },
  'connection.read-catalogue': {
    done: messagePattern('{who} read the tables of {target} again'),
    failed: messagePattern('{who} could not read the tables of {target} again'),
  },
  'connection.read-values': {
    done: messagePattern('{who} stored the values of {target}'),
    failed: messagePattern('{who} could not store the values of {target}'),
  },
  'connection.request-values': {
    done: messagePattern('{who} asked to read the values of {target} again'),
    failed: messagePattern('{who} could not ask to read the values of {target} again'),
  },
  'connection.replace-file': {
    done: messagePattern('{who} replaced the file of {target} with {files}'),
    failed: messagePattern('{who} could not replace the file of {target}'),
  },
  'connection.revoke': {
    done: messagePattern('{who} removed the access of {user} to {target}'),
    failed: messagePattern('{who} could not remove access to {target}'),
  },
  'connection.revoke-group': {
    done: messagePattern('{who} removed the access of a group to {target}'),
    failed: messagePattern('{who} could not remove the access of a group to {target}'),
  },
  'connection.select': {
    done: messagePattern('{who} selected {target}'),
    failed: messagePattern('{who} could not select {target}'),
  },
  'connection.sync': {
    done: messagePattern('{who} read the tables of {target}'),
    failed: messagePattern('{who} could not read the tables of {target}'),
  },
  'connection.test': {
    done: messagePattern('{who} tested {target}'),
    failed: messagePattern('{who} tested {target} without success'),
  },
  'connection.test-all': {
    done: messagePattern('{who} tested all connections'),
    failed: messagePattern('{who} could not test all connections'),
  },
  'connection.try': {
    done: messagePattern('{who} tested the settings of a connection'),
    failed: messagePattern('{who} could not test the settings of a connection'),
  },
  'connection.upload': {
    done: messagePattern('{who} uploaded {files} as {target}'),
    failed: messagePattern('{who} could not make a database from files'),
  },
  'connection.update': {
    done: messagePattern('{who} changed {target}'),
    failed: messagePattern('{who} could not change {target}'),
    isChange: true,
  },
} as const satisfies Record<string, ActionTexts>
