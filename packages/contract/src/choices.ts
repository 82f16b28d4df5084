/*
 * What addresses of the browser can name. Apart from their schemas, so that the first page doesn't load those of every
 * page.
 */

/** The query parameter of the visualization page for a payload. */
export const visualizationParameter = 'JSONDATA'

/** Prefix of the key under which the chat stores a payload in local storage for `visualizationKeptMs`. */
export const visualizationKeyPrefix = 'visualization_'
export const visualizationKeptMs = 30_000

/** The states of users that the list can be reduced to. `limit_reached` users are active, too. */
export const userStates = ['active', 'inactive', 'pending', 'invited', 'limit_reached'] as const
export type UserState = (typeof userStates)[number]

/** By which states users can be found. Deactivated are approved users who may not sign in: inactive and invited. */
export const userStateFilters = [...userStates, 'deactivated'] as const

/** What the list of users can be sorted by. */
export const userSortings = ['name', 'waiting', 'role', 'questions', 'last_active', 'status', 'created'] as const
export type UserSorting = (typeof userSortings)[number]

/** What the use of models can be added up by. */
export const usageGroups = ['day', 'user', 'area', 'connection', 'model', 'purpose'] as const
