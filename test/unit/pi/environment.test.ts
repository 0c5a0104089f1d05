import { expect, it } from "vitest";
import { childEnvironment, withExtraPath } from "../../../src/pi/environment";

it("adds what the user configured to the host's own environment", () => {
  expect(childEnvironment({ A: "1", B: "2" }, { B: "3" }, false)).toEqual({ A: "1", B: "3" });
});

it("replaces Windows' Path by a PATH, instead of having both", () => {
  expect(childEnvironment({ Path: "C:\\a" }, { PATH: "C:\\b", New: "x" }, true)).toEqual({ Path: "C:\\b", New: "x" });
});

it("adds folders at the end of PATH, under the name it has", () => {
  expect(withExtraPath({ PATH: "/a" }, ["/b"])).toEqual({ PATH: "/a:/b" });
  expect(withExtraPath({ Path: "/a" }, ["/b"])).toEqual({ Path: "/a:/b" });
  expect(withExtraPath({}, ["/b"])).toEqual({ PATH: "/b" });
  expect(withExtraPath({ PATH: "/a" }, [])).toEqual({ PATH: "/a" });
});
