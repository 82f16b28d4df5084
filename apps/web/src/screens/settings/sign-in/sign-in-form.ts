import type { SaveSignOnProvider } from '@parlance/contract'
import type { SaveSingleSignOn, SignOnProvider, SingleSignOn } from '../../../api/single-sign-on.ts'

/** Two texts that belong together: a value and a group, or an attribute and a claim. */
export interface Pair {
  left: string
  right: string
}

/** A provider as it is typed. Lists are texts with commas. */
export interface ProviderFields extends Pick<
  SaveSignOnProvider,
  | 'id'
  | 'name'
  | 'issuer'
  | 'client_id'
  | 'is_enabled'
  | 'trusts_emails'
  | 'account_creation'
  | 'groups_claim'
  | 'role_claim'
> {
  /** Empty keeps the stored secret. */
  secret: string
  /** Without a secret, Parlance is a public client. */
  isPublic: boolean
  scopes: string
  domains: string
  adminValues: string
  groups: Pair[]
  attributes: Pair[]
}

export interface SignInFields {
  isOnly: boolean
  breakGlass: string[]
  hours: string
  providers: ProviderFields[]
}

/** The stored configuration as a form. */
export function fieldsOf(stored: SingleSignOn): SignInFields {
  return {
    isOnly: stored.is_only,
    breakGlass: stored.break_glass_user_ids,
    hours: String(stored.sign_in_hours),
    providers: stored.providers.map(providerFieldsOf),
  }
}

function providerFieldsOf(provider: SignOnProvider): ProviderFields {
  const { id, name, issuer, client_id, is_enabled, trusts_emails, account_creation, groups_claim, role_claim } =
    provider
  return {
    id,
    name,
    issuer,
    client_id,
    is_enabled,
    trusts_emails,
    account_creation,
    groups_claim,
    role_claim,
    secret: '',
    isPublic: !provider.has_client_secret,
    scopes: provider.scopes.join(' '),
    domains: provider.allowed_domains.join(', '),
    adminValues: provider.admin_values.join(', '),
    groups: provider.groups.map(({ value, group_id }) => ({ left: value, right: group_id })),
    attributes: Object.entries(provider.attributes).map(([left, right]) => ({ left, right })),
  }
}

/** A new provider. Its ID is a part of the callback URL, so it exists before the provider is saved. */
export function newProvider(): ProviderFields {
  return {
    id: crypto
      .getRandomValues(new Uint32Array(2))
      .reduce((text, part) => text + part.toString(36), '')
      .padEnd(8, '0'),
    name: '',
    issuer: '',
    client_id: '',
    is_enabled: false,
    trusts_emails: false,
    account_creation: 'automatic',
    groups_claim: '',
    role_claim: '',
    secret: '',
    isPublic: false,
    scopes: '',
    domains: '',
    adminValues: '',
    groups: [],
    attributes: [],
  }
}

/** What the server saves. */
export function requestOf({ isOnly, breakGlass, hours, providers }: SignInFields, version: string): SaveSingleSignOn {
  return {
    is_only: isOnly,
    break_glass_user_ids: breakGlass,
    sign_in_hours: Number(hours.trim() === '' ? Number.NaN : hours),
    providers: providers.map(providerRequestOf),
    expected_version: version,
  }
}

function providerRequestOf({
  secret,
  isPublic,
  scopes,
  domains,
  adminValues,
  groups,
  attributes,
  ...plain
}: ProviderFields): SaveSignOnProvider {
  const filled = (pairs: Pair[]) => pairs.filter(({ left, right }) => left.trim() !== '' || right.trim() !== '')
  const given = secret === '' ? {} : { client_secret: secret }
  return {
    ...plain,
    ...(isPublic ? { client_secret: null } : given),
    scopes: scopes.split(/\s+/).filter((scope) => scope !== ''),
    allowed_domains: listOf(domains),
    admin_values: listOf(adminValues),
    groups: filled(groups).map(({ left, right }) => ({ value: left, group_id: right })),
    attributes: Object.fromEntries(filled(attributes).map(({ left, right }) => [left.trim(), right.trim()])),
  }
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
