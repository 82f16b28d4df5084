import type { AreaJoin, AreaProblem, ColumnSecurityRules, RowSecurityRules, Visibility } from '@parlance/contract'

/** A table of an area as it is stored, with what helps a model to understand it. */
export interface AreaTableRecord {
  /** The catalogue's own spelling; with its schema where that is not the default one of the database. */
  name: string
  description: string | null
  synonyms: string[]
  columns: { name: string; description: string | null; synonyms: string[] }[]
  /** An ADMIN has looked at this view, whose definition cannot be read, and allows it. */
  confirmed: boolean
}

/** What an area shows, and to whom, as an administrator last saved or approved it (R24). */
export interface ApprovedExposure extends ApprovedContent {
  visibility: Visibility
  ownerId: string | null
}

/** The part of it that the store keeps as one text. */
export interface ApprovedContent {
  applicationId: string
  isActive: boolean
  tables: Pick<AreaTableRecord, 'name' | 'confirmed'>[]
  rowRules: RowSecurityRules | null
  columnRules: ColumnSecurityRules | null
}

/** What is proven when an area is saved or checked: its names and rules against the databases of an application. */
export interface AreaDraft {
  applicationId: string
  tables: AreaTableRecord[]
  joins: AreaJoin[]
  /** Null: none. */
  rowRules: RowSecurityRules | null
  columnRules: ColumnSecurityRules | null
}

/** A business area as it is stored. */
export interface AreaRecord extends AreaDraft {
  id: string
  /** Null: the account is gone. */
  ownerId: string | null
  name: string
  description: string | null
  instructions: string | null
  synonyms: string[]
  visibility: Visibility
  isActive: boolean
  /** Null: no administrator has saved or approved it, so it shows no protected table. */
  approved: ApprovedExposure | null
  /** The version of which an administrator declined to approve what it shows; null: none. */
  declinedVersion: number | null
  /** Grows with each change of the area itself; grants and defaults leave it. */
  version: number
  createdAt: string
  updatedAt: string
}

/** A tested database of an application: what an area is proven against. */
export interface TestedDatabase {
  connectionId: string
  name: string
  ownerId: string | null
  visibility: Visibility
}

/** What proving a draft found. */
export interface AreaProof {
  problems: AreaProblem[]
  /** Names of the tested databases that it was proven against. */
  databases: string[]
}
