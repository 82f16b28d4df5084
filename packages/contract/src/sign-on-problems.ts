import { z } from 'zod'
import { message, type Message } from './messages.ts'

/** Why a sign-in with a provider failed. The sign-in page shows the text. */
export const signOnProblems = {
  expired: message('The sign-in took too long, or began in another browser. Try again.'),
  declined: message('The provider did not sign you in. Try again, or contact your administrator.'),
  unreachable: message('Could not reach the provider. Try again in a moment.'),
  misconfigured: message('The provider refused the request of Parlance. Ask your administrator to test the provider.'),
  invalid: message('The response of the provider was not valid, so no one was signed in. Try again.'),
  too_large: message('The provider sent too much data about your account. Contact your administrator.'),
  groups_missing: message(
    'The provider left out your groups because there are too many. Ask your administrator to send fewer groups.',
  ),
  email_missing: message('The provider did not send your email address. Contact your administrator.'),
  email_unverified: message('The provider has not verified your email address. Verify it there and try again.'),
  domain_not_allowed: message('Your email address has a domain that is not allowed here. Use another account.'),
  no_account: message('There is no account for your email address. Ask your administrator to invite you.'),
  pending: message('Your account is waiting for administrator approval.'),
  inactive: message('Your account is deactivated. Contact your administrator.'),
  other_identity: message(
    'Your account belongs to another identity at this provider. Ask your administrator to disconnect it.',
  ),
  connect_first: message(
    'Administrators connect their account first. Sign in with your password, open Email and registration, Sign-in, and test the provider.',
  ),
  identity_taken: message('This identity already belongs to another account. Use another one.'),
  no_room: message('This installation has no room for another user now. Contact your administrator.'),
  unavailable: message('This provider is turned off. Sign in in another way.'),
  license: message('Single sign-on needs the Enterprise edition. Ask your administrator to check the license.'),
  failed: message('Could not sign in. Try again in a moment.'),
} as const satisfies Record<string, Message>

export type SignOnProblem = keyof typeof signOnProblems
export const signOnProblemSchema = z.enum(Object.keys(signOnProblems) as [SignOnProblem, ...SignOnProblem[]])
