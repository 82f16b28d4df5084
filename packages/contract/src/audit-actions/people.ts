import { messagePattern } from '../messages.ts'
import type { ActionTexts } from './action-texts.ts'

/** Sign-in, accounts, and the emails that they receive. */
export const peopleActions = {
  'api-token.create': {
    done: messagePattern('{who} created {target}'),
    failed: messagePattern('{who} could not create {target}'),
  },
  'api-token.revoke': {
    done: messagePattern('{who} revoked {target}'),
    failed: messagePattern('{who} could not revoke {target}'),
  },
  'email.send': {
    done: messagePattern('{who} sent an email to {target}'),
    failed: messagePattern('{who} could not send an email to {target}'),
  },
  'group.add-members': {
    done: messagePattern('{who} added users to {target}'),
    failed: messagePattern('{who} could not add users to {target}'),
  },
  'group.change-members': {
    done: messagePattern('{who} changed the users of {target}'),
    failed: messagePattern('{who} could not change the users of {target}'),
  },
  'group.create': {
    done: messagePattern('{who} created {target}'),
    failed: messagePattern('{who} could not create {target}'),
  },
  'group.delete': {
    done: messagePattern('{who} deleted {target}'),
    failed: messagePattern('{who} could not delete {target}'),
  },
  'group.remove-members': {
    done: messagePattern('{who} removed users from {target}'),
    failed: messagePattern('{who} could not remove users from {target}'),
  },
  'group.update': {
    done: messagePattern('{who} changed {target}'),
    failed: messagePattern('{who} could not change {target}'),
    isChange: true,
  },
  'group.update-access': {
    done: messagePattern('{who} changed what {target} has access to'),
    failed: messagePattern('{who} could not change what {target} has access to'),
  },
  'service-account.create': {
    done: messagePattern('{who} created the service account {target}'),
    failed: messagePattern('{who} could not create a service account'),
  },
  'user.accept-invitation': {
    done: messagePattern('{who} accepted the invitation'),
    failed: messagePattern('{who} could not accept an invitation'),
  },
  'user.activate': {
    done: messagePattern('{who} activated {target}'),
    failed: messagePattern('{who} could not activate {target}'),
  },
  'user.approve': {
    done: messagePattern('{who} approved {target}'),
    failed: messagePattern('{who} could not approve {target}'),
  },
  'user.change-many': {
    done: messagePattern('{who} changed several users'),
    failed: messagePattern('{who} could not change several users'),
  },
  'user.change-password': {
    done: messagePattern('{who} changed their password'),
    failed: messagePattern('{who} could not change their password'),
  },
  'user.change-role': {
    done: messagePattern('{who} changed the role of {target}'),
    failed: messagePattern('{who} could not change the role of {target}'),
    isChange: true,
  },
  'user.confirm-email': {
    done: messagePattern('{who} confirmed their email address'),
    failed: messagePattern('{who} could not confirm their email address'),
  },
  'user.create-reset-link': {
    done: messagePattern('{who} made a link to reset the password of {target}'),
    failed: messagePattern('{who} could not make a link to reset the password of {target}'),
  },
  'user.deactivate': {
    done: messagePattern('{who} deactivated {target}'),
    failed: messagePattern('{who} could not deactivate {target}'),
  },
  'user.delete': {
    done: messagePattern('{who} deleted {target}'),
    failed: messagePattern('{who} could not delete {target}'),
  },
  'user.export': {
    done: messagePattern('{who} exported the list of users'),
    failed: messagePattern('{who} could not export the list of users'),
  },
  'user.invite': {
    done: messagePattern('{who} invited {target}'),
    failed: messagePattern('{who} could not invite people'),
  },
  'user.connect-identity': {
    done: messagePattern('{who} connected {target} with a sign-in provider'),
    failed: messagePattern('{who} could not connect {target} with a sign-in provider'),
  },
  'user.disconnect-identities': {
    done: messagePattern('{who} disconnected {target} from all sign-in providers'),
    failed: messagePattern('{who} could not disconnect {target} from all sign-in providers'),
  },
  'user.apply-claims': {
    done: messagePattern('A sign-in provider changed the rights of {target}'),
    failed: messagePattern('A sign-in provider could not change the rights of {target}'),
  },
  'user.login': { done: messagePattern('{who} signed in'), failed: messagePattern('{who} could not sign in') },
  'user.logout': { done: messagePattern('{who} signed out'), failed: messagePattern('{who} could not sign out') },
  'user.mail-reset-link': {
    done: messagePattern('{who} received a link to reset their password'),
    failed: messagePattern('{who} received no link to reset their password'),
  },
  'user.refresh-reused': {
    done: messagePattern('{who} used an old sign-in again'),
    failed: messagePattern('{who} used an old sign-in again, and was signed out'),
  },
  'user.register': { done: messagePattern('{who} registered'), failed: messagePattern('{who} could not register') },
  'user.reject': {
    done: messagePattern('{who} rejected the registration of {target}'),
    failed: messagePattern('{who} could not reject the registration of {target}'),
  },
  'user.request-reset': {
    done: messagePattern('{who} asked for a link to reset a password'),
    failed: messagePattern('{who} could not ask for a link to reset a password'),
  },
  'user.resend-activation': {
    done: messagePattern('{who} asked for a new activation code'),
    failed: messagePattern('{who} could not ask for a new activation code'),
  },
  'user.resend-invitation': {
    done: messagePattern('{who} sent the invitation of {target} again'),
    failed: messagePattern('{who} could not send the invitation of {target} again'),
  },
  'user.reset-password': {
    done: messagePattern('{who} set a new password by email'),
    failed: messagePattern('{who} could not set a new password by email'),
  },
  'user.review-access': {
    done: messagePattern('{who} looked at what {target} can reach'),
    failed: messagePattern('{who} could not look at what {target} can reach'),
  },
  'user.update': {
    done: messagePattern('{who} changed the account of {target}'),
    failed: messagePattern('{who} could not change the account of {target}'),
    isChange: true,
  },
  'user.update-access': {
    done: messagePattern('{who} changed what {target} has access to'),
    failed: messagePattern('{who} could not change what {target} has access to'),
  },
  'user.withdraw-invitation': {
    done: messagePattern('{who} withdrew the invitation of {target}'),
    failed: messagePattern('{who} could not withdraw the invitation of {target}'),
  },
} as const satisfies Record<string, ActionTexts>
