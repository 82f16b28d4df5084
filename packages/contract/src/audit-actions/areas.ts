import { messagePattern } from '../messages.ts'
import type { ActionTexts } from './action-texts.ts'

/** Business areas, their drafts, approvals, and access. */
export const areaActions = {
  'area.approve-exposure': {
    done: messagePattern('{who} approved a change of {target}'),
    failed: messagePattern('{who} could not approve a change of a business area'),
  },
  'area.count-rows': {
    done: messagePattern('{who} counted the rows that users see through {target}'),
    failed: messagePattern('{who} could not count the rows that users see through {target}'),
  },
  'area.create': {
    done: messagePattern('{who} created {target}'),
    failed: messagePattern('{who} could not create a business area'),
  },
  'area.decline-exposure': {
    done: messagePattern('{who} declined a change of {target}'),
    failed: messagePattern('{who} could not decline a change of a business area'),
  },
  'area.delete': {
    done: messagePattern('{who} deleted {target}'),
    failed: messagePattern('{who} could not delete {target}'),
  },
  'area.discard-draft': {
    done: messagePattern('{who} discarded the draft of {target}'),
    failed: messagePattern('{who} could not discard the draft of {target}'),
  },
  'area.export-definitions': {
    done: messagePattern('{who} exported the definitions of {target}'),
    failed: messagePattern('{who} could not export the definitions of {target}'),
  },
  'area.grant': {
    done: messagePattern('{who} gave {user} access to {target}'),
    failed: messagePattern('{who} could not give access to {target}'),
  },
  'area.grant-group': {
    done: messagePattern('{who} gave a group access to {target}'),
    failed: messagePattern('{who} could not give a group access to {target}'),
  },
  'area.import': {
    done: messagePattern('{who} imported {target}'),
    failed: messagePattern('{who} could not import a business area'),
  },
  'area.preview': {
    done: messagePattern('{who} previewed {target}'),
    failed: messagePattern('{who} could not preview {target}'),
  },
  'area.propose': {
    done: messagePattern('{who} asked for proposed business areas of {target}'),
    failed: messagePattern('{who} could not ask for proposed business areas of {target}'),
  },
  'area.propose-definitions': {
    done: messagePattern('{who} asked for proposed definitions of {target}'),
    failed: messagePattern('{who} could not ask for proposed definitions of {target}'),
  },
  'area.publish-draft': {
    done: messagePattern('{who} published the draft of {target}'),
    failed: messagePattern('{who} could not publish the draft of {target}'),
  },
  'area.query-metrics': {
    done: messagePattern('{who} queried the metrics of {target}'),
    failed: messagePattern('{who} could not query the metrics of {target}'),
  },
  'area.reject-proposals': {
    done: messagePattern('{who} rejected proposed definitions of {target}'),
    failed: messagePattern('{who} could not reject proposed definitions of {target}'),
  },
  'area.request-change': {
    done: messagePattern('{who} asked for approval of a change of {target}'),
    failed: messagePattern('{who} could not ask for approval of a change of {target}'),
  },
  'area.request-grant': {
    done: messagePattern('{who} asked for approval to give {user} access to {target}'),
    failed: messagePattern('{who} could not ask for approval to give access to {target}'),
  },
  'area.restore-version': {
    done: messagePattern('{who} restored an earlier version of {target}'),
    failed: messagePattern('{who} could not restore an earlier version of {target}'),
  },
  'area.review-audience': {
    done: messagePattern('{who} looked at who sees {target}'),
    failed: messagePattern('{who} could not look at who sees {target}'),
  },
  'area.revoke': {
    done: messagePattern('{who} removed the access of {user} to {target}'),
    failed: messagePattern('{who} could not remove access to {target}'),
  },
  'area.revoke-group': {
    done: messagePattern('{who} removed the access of a group to {target}'),
    failed: messagePattern('{who} could not remove the access of a group to {target}'),
  },
  'area.save-draft': {
    done: messagePattern('{who} saved the draft of {target}'),
    failed: messagePattern('{who} could not save the draft of {target}'),
  },
  'area.set-default': {
    done: messagePattern('{who} made {target} their default'),
    failed: messagePattern('{who} could not make {target} their default'),
  },
  'area.show-mask-example': {
    done: messagePattern('{who} looked at an example of a mask in {target}'),
    failed: messagePattern('{who} could not look at an example of a mask in {target}'),
  },
  'area.transfer': {
    done: messagePattern('{who} made {user} the owner of {target}'),
    failed: messagePattern('{who} could not change the owner of {target}'),
  },
  'area.update': {
    done: messagePattern('{who} changed {target}'),
    failed: messagePattern('{who} could not change {target}'),
    isChange: true,
  },
  'area.update-joins': {
    done: messagePattern('{who} changed the relationships of {target}'),
    failed: messagePattern('{who} could not change the relationships of {target}'),
    isChange: true,
  },
  'area.update-tables': {
    done: messagePattern('{who} changed the tables of {target}'),
    failed: messagePattern('{who} could not change the tables of {target}'),
    isChange: true,
  },
  'area.withdraw-request': {
    done: messagePattern('{who} withdrew a change of {target}'),
    failed: messagePattern('{who} could not withdraw a change of {target}'),
  },
} as const satisfies Record<string, ActionTexts>
