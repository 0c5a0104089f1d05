/** Languages of C's shape that the library has no words for. */
import { clike } from "@codemirror/legacy-modes/mode/clike";

export function wordSet(list: string): Record<string, true> {
  return Object.fromEntries(
    list
      .trim()
      .split(/\s+/)
      .map((word) => [word, true]),
  );
}

export const solidity = clike({
  name: "solidity",
  keywords: wordSet(`abstract anonymous as assembly break calldata case catch constant constructor continue contract
    default delete do else emit enum error event external fallback final for from function if immutable import indexed
    inheritdoc interface internal is let library mapping memory modifier new override payable pragma private public pure
    receive return returns revert storage struct switch throw try type unchecked using view virtual while`),
  types: wordSet(`address bool string bytes byte int uint fixed ufixed uint8 uint16 uint32 uint64 uint128 uint256 int8
    int16 int32 int64 int128 int256 bytes1 bytes4 bytes8 bytes16 bytes20 bytes32`),
  builtin: wordSet("msg block tx abi require assert keccak256 sha256 ecrecover this super now"),
  atoms: wordSet("true false wei gwei ether seconds minutes hours days weeks"),
});

export const zig = clike({
  name: "zig",
  keywords: wordSet(`addrspace align allowzero and anyframe anytype asm async await break callconv catch comptime const
    continue defer else enum errdefer error export extern fn for if inline linksection noalias noinline nosuspend opaque
    or orelse packed pub resume return struct suspend switch test threadlocal try union unreachable usingnamespace var
    volatile while`),
  types: wordSet(`bool void noreturn type anyerror anyopaque comptime_int comptime_float isize usize c_int c_uint c_char
    c_long f16 f32 f64 f80 f128 i8 i16 i32 i64 i128 u1 u2 u3 u4 u5 u6 u7 u8 u16 u32 u64 u128`),
  atoms: wordSet("true false null undefined"),
  hooks: {
    "@": (stream: { eatWhile(chars: RegExp): boolean }) => {
      stream.eatWhile(/\w/);
      return "builtin";
    },
    "\\": (stream: { eat(char: string): string | undefined; skipToEnd(): void }) => {
      if (stream.eat("\\") === undefined) return false;
      stream.skipToEnd();
      return "string";
    },
  },
});
