// The names of the interface, short.
import type { components } from './types';

type Schemas = components['schemas'];

export type BoardName = Schemas['BoardName'];
export type Color = Schemas['Color'];
export type Seat = Schemas['Seat'];
export type Square = Schemas['Square'];
export type PieceLetter = Schemas['PieceLetter'];
export type PieceName = Schemas['PieceName'];
export type Standing = Schemas['Standing'];
export type Board = Schemas['Board'];
export type Boards = Schemas['Boards'];
export type Reserve = Schemas['Reserve'];
export type Clocks = Schemas['Clocks'];
export type Diagonals = Schemas['Diagonals'];
export type Comment = Schemas['Comment'];
export type HalfMove = Schemas['HalfMove'];
export type Line = Schemas['Line'];
export type LineStop = Schemas['LineStop'];
export type Note = Schemas['Note'];
export type Sit = Schemas['Sit'];
export type Tag = Schemas['Tag'];
export type Game = Schemas['Game'];
export type Edit = Schemas['Edit'];
export type Edited = Schemas['Edited'];
export type Legal = Schemas['Legal'];
export type LegalMoves = Schemas['LegalMoves'];
export type Notations = Schemas['Notations'];
export type Saved = Schemas['Saved'];
export type File = Schemas['File'];
export type Files = Schemas['Files'];
export type Opened = Schemas['Opened'];
export type Row = Schemas['Row'];
export type Rows = Schemas['Rows'];
export type Refusal = Schemas['Error']['error'];
