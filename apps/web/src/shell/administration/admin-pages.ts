import { message, type Message, type User } from '@parlance/contract'
import { Cpu, Database, House, KeyRound, Layers, List, Mail, MessageSquare, Users, type LucideIcon } from 'lucide-react'
import { openTab, type SettingsTab } from '../../lib/settings-tabs.ts'

/** The page and tab that are open. */
export interface AdminPlace {
  path: string
  tab: SettingsTab | undefined
}

/** One entry of the navigation. */
export interface AdminPage {
  id: string
  label: Message
  icon: LucideIcon
  link: {
    to:
      | '/overview'
      | '/databases'
      | '/databases/connections'
      | '/business-areas'
      | '/users'
      | '/models'
      | '/settings/email'
      | '/conversations'
      | '/settings/license'
      | '/audit'
  }
  /** A page about the installation, not about its content. */
  isLast?: boolean
  isFor: (user: User) => boolean
  isOpen: (place: AdminPlace, user: User) => boolean
}

const isAdmin = ({ role }: User): boolean => role === 'ADMIN'
const everyone = (): boolean => true
const under =
  (path: string) =>
  (place: AdminPlace): boolean =>
    place.path === path || place.path.startsWith(`${path}/`)
const onTab =
  (tab: AdminPlace['tab']) =>
  (place: AdminPlace, user: User): boolean =>
    place.path === '/settings' && openTab(isAdmin(user), place.tab) === tab

/** The navigation of every page outside of the chat, in its order. */
export const adminPages: readonly AdminPage[] = [
  {
    id: 'overview',
    label: message('Overview'),
    icon: House,
    link: { to: '/overview' },
    isFor: isAdmin,
    isOpen: under('/overview'),
  },
  {
    id: 'databases',
    label: message('Databases'),
    icon: Database,
    link: { to: '/databases' },
    isFor: isAdmin,
    isOpen: under('/databases'),
  },
  {
    id: 'connections',
    label: message('Databases'),
    icon: Database,
    link: { to: '/databases/connections' },
    isFor: (user) => !isAdmin(user),
    isOpen: under('/databases'),
  },
  {
    id: 'areas',
    label: message('Business areas'),
    icon: Layers,
    link: { to: '/business-areas' },
    isFor: everyone,
    isOpen: under('/business-areas'),
  },
  {
    id: 'users',
    label: message('Users and groups'),
    icon: Users,
    link: { to: '/users' },
    isFor: isAdmin,
    isOpen: (place, user) => under('/users')(place) || onTab('users')(place, user),
  },
  {
    id: 'models',
    label: message('Models'),
    icon: Cpu,
    link: { to: '/models' },
    isFor: isAdmin,
    isOpen: (place, user) => under('/models')(place) || onTab('llm')(place, user),
  },
  {
    id: 'email',
    label: message('Email and registration'),
    icon: Mail,
    link: { to: '/settings/email' },
    isFor: isAdmin,
    isOpen: (place, user) =>
      ['/settings/email', '/settings/registration', '/settings/sign-in', '/settings/visualization'].includes(
        place.path,
      ) || onTab('environment')(place, user),
  },
  {
    id: 'conversations',
    label: message('Conversations'),
    icon: MessageSquare,
    link: { to: '/conversations' },
    isFor: isAdmin,
    isOpen: (place) => under('/conversations')(place) || under('/settings/conversations')(place),
  },
  {
    id: 'license',
    label: message('License'),
    icon: KeyRound,
    link: { to: '/settings/license' },
    isFor: everyone,
    isOpen: (place, user) => under('/settings/license')(place) || onTab('license')(place, user),
    isLast: true,
  },
  {
    id: 'audit',
    label: message('Audit'),
    icon: List,
    link: { to: '/audit' },
    isFor: isAdmin,
    isOpen: under('/audit'),
    isLast: true,
  },
]

/** Pages below an entry of the navigation. Pages that are not listed write their own path. */
export const deeperPages: readonly { pattern: RegExp; label: Message }[] = [
  { pattern: /^\/databases\/[^/]+\/protection$/, label: message('Protected tables') },
  { pattern: /^\/business-areas\/approvals$/, label: message('Approvals') },
  { pattern: /^\/users\/waiting$/, label: message('Waiting for approval') },
  { pattern: /^\/users\/groups$/, label: message('Groups') },
  { pattern: /^\/users\/api-access$/, label: message('API access') },
  { pattern: /^\/business-areas\/propose\//, label: message('Set up business areas') },
  { pattern: /^\/models\/costs$/, label: message('Costs and budgets') },
  { pattern: /^\/audit\/settings$/, label: message('Retention and delivery') },
  { pattern: /^\/settings\/conversations$/, label: message('Storage') },
  { pattern: /^\/settings\/registration$/, label: message('Registration') },
  { pattern: /^\/settings\/sign-in$/, label: message('Sign-in') },
  { pattern: /^\/settings\/visualization$/, label: message('Visualization') },
]
