import type { DataType, Field } from 'apache-arrow'
import type { ResultColumn } from '@parlance/contract'
import { kindOfType } from '../types.ts'
import type { FlightLibraries } from './library.ts'

/** Describes a result column from its Arrow field. */
export function describeField(libraries: FlightLibraries, field: Field): ResultColumn {
  return { name: field.name, ...describeType(libraries, field.type) }
}

function describeType(libraries: FlightLibraries, type: DataType): Pick<ResultColumn, 'dataType' | 'kind'> {
  const { DataType: types, Precision } = libraries.arrow
  if (types.isDictionary(type)) return describeType(libraries, type.dictionary)
  if (types.isDecimal(type)) return { dataType: `DECIMAL(${type.precision},${type.scale})`, kind: 'number' }
  if (types.isInt(type)) return { dataType: type.bitWidth === 64 ? 'BIGINT' : 'INTEGER', kind: 'integer' }
  if (types.isFloat(type)) return { dataType: type.precision === Precision.DOUBLE ? 'DOUBLE' : 'FLOAT', kind: 'number' }
  const isText = types.isUtf8(type) || types.isLargeUtf8(type) || types.isUtf8View(type)
  const isBinary =
    types.isBinary(type) || types.isLargeBinary(type) || types.isBinaryView(type) || types.isFixedSizeBinary(type)
  const names: [isThis: boolean, name: string][] = [
    [isText, 'VARCHAR'],
    [isBinary, 'VARBINARY'],
    [types.isBool(type), 'BOOLEAN'],
    [types.isDate(type), 'DATE'],
    [types.isTime(type), 'TIME'],
    [types.isTimestamp(type), 'TIMESTAMP'],
    [types.isList(type) || types.isLargeList(type) || types.isFixedSizeList(type), 'LIST'],
    [types.isStruct(type), 'STRUCT'],
    [types.isMap(type), 'MAP'],
    [types.isInterval(type) || types.isDuration(type), 'INTERVAL'],
  ]
  const name = names.find(([isThis]) => isThis)?.[1] ?? 'OTHER'
  return { dataType: name, kind: kindOfType(name) }
}
