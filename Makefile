# Every target does its own set-up. What they fetch goes to node_modules/ and .cache/, which `make clean` removes.
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help try test lint build bench screenshot clean docs all-packages build-packages neovim luacheck plugins

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

try: all-packages build ## try the plugin: in this terminal, or with TTY=0 printed as text
	@TTY=$(TTY) node scripts/try.mjs

test: all-packages build neovim luacheck plugins ## everything: types, lint, format, unit, contract and end-to-end tests
	@node scripts/test.mjs

lint: all-packages neovim luacheck ## types, lint and format of TypeScript and Lua
	@node scripts/test.mjs lint

build: build-packages ## the Node host, rplugin/node/pi.cjs, and what colours text, in dist/
	@npm run --silent build

bench: all-packages build neovim ## the speed of the host and the editor (see test/bench)
	@npm run --silent bench

docs: neovim ## the lists in doc/pi.txt
	@.cache/nvim/0.12/bin/nvim -l scripts/help.lua

screenshot: all-packages build neovim ## the pictures of the README, drawn from a real screen
	@node scripts/screenshot.mjs

clean: ## remove everything that was fetched or built
	rm -rf node_modules .cache dist rplugin/node/pi.cjs doc/tags

all-packages:
	@node scripts/install.mjs all

build-packages:
	@node scripts/install.mjs build

neovim:
	@node scripts/fetchNeovim.mjs

luacheck:
	@node scripts/fetchLuacheck.mjs

plugins:
	@node scripts/fetchPlugins.mjs
